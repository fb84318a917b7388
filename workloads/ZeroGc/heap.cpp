#include "heap.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "barrier.h"

namespace zerogc
{
    Result Heap::Initialize()
    {
        char message[320];
        const char* problem = m_arena.Reserve();
        if (problem == nullptr && InstallWriteBarrier(m_runtime, m_arena))
            return Ok;
        snprintf(message, sizeof message, "perfmatrix zero GC: %s.", problem != nullptr ? problem : "no memory for the card tables");
        m_runtime.LogError(message);
        return m_arena.Base() == nullptr && problem != nullptr && strstr(problem, "expected") != nullptr ? InvalidArgument : OutOfMemory;
    }

    // Of the arena there is always a figure; of a last collection there is none.
    void Heap::GetMemoryInfo(uint64_t* highMemoryThreshold, uint64_t* available, uint64_t* lastLoad, uint64_t* lastHeapSize, uint64_t* lastFragmentation,
        uint64_t* committed, uint64_t* promoted, uint64_t* pinned, uint64_t* pendingFinalizers, uint64_t* index, uint32_t* generation,
        uint32_t* pausePercent, bool* isCompacting, bool* isConcurrent, uint64_t* generations, uint64_t* pauses, int)
    {
        constexpr size_t GenerationFields = 5 * 4;
        constexpr size_t PauseFields = 2;
        *available = static_cast<uint64_t>(m_arena.End() - m_arena.Base());
        *highMemoryThreshold = *available / 10 * 9;
        *lastHeapSize = m_arena.Allocated();
        *committed = m_arena.Position();
        *lastLoad = *lastFragmentation = *promoted = *pinned = *pendingFinalizers = *index = 0;
        *generation = *pausePercent = 0;
        *isCompacting = *isConcurrent = false;
        memset(generations, 0, GenerationFields * sizeof *generations);
        memset(pauses, 0, PauseFields * sizeof *pauses);
    }

    size_t Heap::Now()
    {
        timespec time;
        clock_gettime(CLOCK_MONOTONIC, &time);
        return static_cast<size_t>(time.tv_sec) * 1000 + static_cast<size_t>(time.tv_nsec) / 1000000;
    }

    uint32_t Heap::GenerationWithRange(Object* object, uint8_t** start, uint8_t** allocated, uint8_t** reserved)
    {
        *start = m_arena.Base();
        *allocated = m_arena.Base() + m_arena.Position();
        *reserved = m_arena.End();
        return GenerationOf(object);
    }

    void Heap::Unknown(int slot)
    {
        fprintf(stderr, "perfmatrix zero GC: the runtime called slot %d of the heap, which GC interface %u.%u does not have.\n", slot, InterfaceMajor, InterfaceMinor);
        abort();
    }
}
