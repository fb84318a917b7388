// The memory that this GC hands out: one range, reserved at the start, given away from its bottom to its top and never taken back.
#pragma once

#include <atomic>

#include <pthread.h>

#include "contract.h"

namespace zerogc
{
    // What a reader outside may know; all amounts in bytes. Exported, so fields are only ever added at the end (see `size`).
    struct Statistics
    {
        uint64_t size;          // of this structure, as the reader knows it
        uint64_t reserved;      // the arena
        uint64_t position;      // given away, with what was lost at the ends of pieces
        uint64_t allocated;     // given to objects and to pieces that objects are cut from
        uint64_t large;         // of that, objects of 85,000 bytes and more
        uint64_t refills;       // pieces
        uint64_t recycled;      // pieces that dying threads left
        uint64_t minorFaults;   // page faults of the process that needed no input or output
    };

    class Arena
    {
    public:
        // From this size on an object counts as large, as with the runtime's own GC.
        static constexpr size_t LargeObject = 85000;

        // The setting that says how large the arena is, e.g. 16g; and how much of it is touched at the start, so that page faults are not measured.
        static constexpr const char* SizeVariable = "PERFMATRIX_ZEROGC_ARENA";
        static constexpr const char* TouchVariable = "PERFMATRIX_ZEROGC_TOUCH";

        // Exit code of a process whose arena is full.
        static constexpr int FullExitCode = 91;

        // Reserves the memory. Returns null, or why it could not be had.
        const char* Reserve();

        // Memory for one object, zeroed. Ends the process when the arena is full.
        Object* Allocate(AllocationContext* context, size_t bytes, uint32_t flags);

        // Takes the rest of a dying thread's piece back, for the next refill.
        void Recycle(AllocationContext* context);

        bool Contains(const void* address) const { return address >= m_base && address < m_end; }

        uint8_t* Base() const { return m_base; }
        uint8_t* End() const { return m_end; }
        uint64_t Position() const { return m_position.load(std::memory_order_relaxed); }
        // As the runtime counts: with the rests that threads hold or have left when they died, which it subtracts itself.
        uint64_t Allocated() const { return m_allocated.load(std::memory_order_relaxed); }
        void Read(Statistics* into) const;

    private:
        struct Rest;

        struct Piece
        {
            uint8_t* start;
            uint8_t* end;
        };

        Object* AllocateAlone(AllocationContext* context, size_t bytes);
        Object* Refill(AllocationContext* context, size_t bytes);
        Piece NextPiece(size_t bytes);
        bool TakeRest(size_t bytes, Piece* piece);
        uint8_t* Take(size_t bytes);
        [[noreturn]] void Full(size_t bytes) const;

        uint8_t* m_base = nullptr;
        uint8_t* m_end = nullptr;
        std::atomic<uint64_t> m_position{0};
        std::atomic<uint64_t> m_allocated{0};
        std::atomic<uint64_t> m_left{0};
        std::atomic<uint64_t> m_large{0};
        std::atomic<uint64_t> m_refills{0};
        std::atomic<uint64_t> m_recycled{0};
        std::atomic<Rest*> m_rests{nullptr};
        pthread_mutex_t m_restsLock = PTHREAD_MUTEX_INITIALIZER;
    };
}
