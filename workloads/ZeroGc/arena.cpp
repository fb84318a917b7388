#include "arena.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "setting.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

namespace zerogc
{
    namespace
    {
        // An object has a header word in front of it, which belongs to the end of the object before; so the first of a piece needs one of its own.
        constexpr size_t HeaderBytes = 8;

        // What a thread gets at a time. Larger pieces mean fewer refills, and more that threads hold without using it.
        constexpr size_t PieceBytes = 16 * 1024;

        // Objects of half a piece and more get memory of their own: cut from a piece, they would throw much of it away.
        constexpr size_t AloneBytes = PieceBytes / 2;

        constexpr uint64_t SmallestArena = 64ull << 20;
        constexpr uint64_t LargestArena = 64ull << 30;

        size_t RoundUp(size_t bytes) { return (bytes + 7) & ~size_t{7}; }

        // Half of the memory, so that a machine survives an arena that fills up.
        uint64_t DefaultSize()
        {
            uint64_t memory = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
            uint64_t half = memory / 2;
            return half < SmallestArena ? SmallestArena : half > LargestArena ? LargestArena : half;
        }

        // Older kernels (before 5.14) do not know how to populate: then every page is written to.
        void Touch(uint8_t* start, uint64_t bytes)
        {
            if (madvise(start, bytes, MADV_POPULATE_WRITE) == 0)
                return;
            for (uint64_t offset = 0; offset < bytes; offset += 4096)
                static_cast<volatile uint8_t*>(start)[offset] = 0;
        }

        char s_problem[256];
    }

    // The rest of a piece whose thread has died, linked through its own first bytes.
    struct Arena::Rest
    {
        Rest* next;
        uint8_t* end;
    };

    const char* Arena::Reserve()
    {
        uint64_t size = DefaultSize();
        uint64_t touch = 0;
        if (!ReadSize(SizeVariable, &size, s_problem, sizeof s_problem) || !ReadSize(TouchVariable, &touch, s_problem, sizeof s_problem))
            return s_problem;
        if (size < SmallestArena)
        {
            snprintf(s_problem, sizeof s_problem, "%s: found %llu bytes, expected at least 64m", SizeVariable, static_cast<unsigned long long>(size));
            return s_problem;
        }

        size &= ~uint64_t{4095};
        void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED)
        {
            snprintf(s_problem, sizeof s_problem, "an arena of %llu MiB could not be reserved: %s. Choose a smaller one with %s, or lift the limit (ulimit -v)",
                static_cast<unsigned long long>(size >> 20), strerror(errno), SizeVariable);
            return s_problem;
        }

        m_base = static_cast<uint8_t*>(memory);
        m_end = m_base + size;
        if (touch > 0)
            Touch(m_base, touch < size ? touch : size);
        return nullptr;
    }

    Object* Arena::Allocate(AllocationContext* context, size_t bytes, uint32_t flags)
    {
        bytes = RoundUp(bytes);
        if (bytes >= AloneBytes || (flags & (FlagLargeObjectHeap | FlagPinnedObjectHeap)) != 0)
            return AllocateAlone(context, bytes);
        uint8_t* object = context->next;
        if (object == nullptr || bytes > static_cast<size_t>(context->limit - object))
            return Refill(context, bytes);
        context->next = object + bytes;
        return reinterpret_cast<Object*>(object);
    }

    Object* Arena::AllocateAlone(AllocationContext* context, size_t bytes)
    {
        uint8_t* start = Take(bytes + HeaderBytes);
        context->allocatedLargeBytes += static_cast<int64_t>(bytes);
        m_allocated.fetch_add(bytes, std::memory_order_relaxed);
        if (bytes >= LargeObject)
            m_large.fetch_add(bytes, std::memory_order_relaxed);
        return reinterpret_cast<Object*>(start + HeaderBytes);
    }

    // A new piece that begins where the old one ends makes it longer; otherwise the rest of the old one is lost.
    Object* Arena::Refill(AllocationContext* context, size_t bytes)
    {
        Piece piece = NextPiece(bytes + HeaderBytes);
        bool continues = context->next != nullptr && piece.start == context->limit;
        uint8_t* object = continues ? context->next : piece.start + HeaderBytes;
        int64_t lost = continues || context->next == nullptr ? 0 : context->limit - context->next;
        int64_t gained = continues ? piece.end - piece.start : piece.end - object;
        context->allocatedBytes += gained - lost;
        m_allocated.fetch_add(static_cast<uint64_t>(gained - lost), std::memory_order_relaxed);
        m_refills.fetch_add(1, std::memory_order_relaxed);
        context->limit = piece.end;
        context->next = object + bytes;
        return reinterpret_cast<Object*>(object);
    }

    Arena::Piece Arena::NextPiece(size_t bytes)
    {
        Piece piece;
        if (m_rests.load(std::memory_order_relaxed) != nullptr && TakeRest(bytes, &piece))
            return piece;
        piece.start = Take(PieceBytes);
        piece.end = piece.start + PieceBytes;
        return piece;
    }

    void Arena::Recycle(AllocationContext* context)
    {
        size_t bytes = static_cast<size_t>(context->limit - context->next);
        if (context->next == nullptr)
            return;
        // The runtime itself subtracts what threads leave when they die, so the total it is told keeps it.
        m_left.fetch_add(bytes, std::memory_order_relaxed);
        if (bytes >= sizeof(Rest) + HeaderBytes)
        {
            Rest* rest = reinterpret_cast<Rest*>(context->next);
            rest->end = context->limit;
            pthread_mutex_lock(&m_restsLock);
            rest->next = m_rests.load(std::memory_order_relaxed);
            m_rests.store(rest, std::memory_order_relaxed);
            pthread_mutex_unlock(&m_restsLock);
        }

        context->next = nullptr;
        context->limit = nullptr;
    }

    // Only the newest rest is looked at: a search would make refills slow, and a rest that is too small for this object suits the next.
    bool Arena::TakeRest(size_t bytes, Piece* piece)
    {
        pthread_mutex_lock(&m_restsLock);
        Rest* rest = m_rests.load(std::memory_order_relaxed);
        bool fits = rest != nullptr && static_cast<size_t>(rest->end - reinterpret_cast<uint8_t*>(rest)) >= bytes;
        if (fits)
            m_rests.store(rest->next, std::memory_order_relaxed);
        pthread_mutex_unlock(&m_restsLock);
        if (!fits)
            return false;
        *piece = {reinterpret_cast<uint8_t*>(rest), rest->end};
        memset(static_cast<void*>(rest), 0, sizeof(Rest));
        m_recycled.fetch_add(1, std::memory_order_relaxed);
        return true;
    }

    uint8_t* Arena::Take(size_t bytes)
    {
        uint64_t position = m_position.fetch_add(bytes, std::memory_order_relaxed);
        if (bytes > static_cast<size_t>(m_end - m_base) || position > static_cast<size_t>(m_end - m_base) - bytes)
            Full(bytes);
        return m_base + position;
    }

    // Not an OutOfMemoryException: user code may catch that and live on, and what is measured then is not a GC that never collects. Straight to the file
    // descriptor and out, since the heap of this process is of no more use.
    void Arena::Full(size_t bytes) const
    {
        char message[512];
        int length = snprintf(message, sizeof message,
            "perfmatrix zero GC: the arena of %llu MiB is full (an allocation of %zu bytes did not fit) and this GC never collects. "
            "Send fewer requests, or set %s to more, e.g. %llug.\n",
            static_cast<unsigned long long>((m_end - m_base) >> 20), bytes, SizeVariable,
            static_cast<unsigned long long>(((m_end - m_base) >> 30) * 2 + 1));
        ssize_t written = write(STDERR_FILENO, message, static_cast<size_t>(length));
        static_cast<void>(written);
        _exit(FullExitCode);
    }

    void Arena::Read(Statistics* into) const
    {
        rusage usage;
        getrusage(RUSAGE_SELF, &usage);
        Statistics now = {
            sizeof(Statistics),
            static_cast<uint64_t>(m_end - m_base),
            Position(),
            Allocated() - m_left.load(std::memory_order_relaxed),
            m_large.load(std::memory_order_relaxed),
            m_refills.load(std::memory_order_relaxed),
            m_recycled.load(std::memory_order_relaxed),
            static_cast<uint64_t>(usage.ru_minflt),
        };
        size_t known = into->size < sizeof now ? into->size : sizeof now;
        memcpy(into, &now, known);
    }
}
