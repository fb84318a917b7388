#include "barrier.h"

#include <sys/mman.h>

namespace zerogc
{
    namespace
    {
        // A byte for 2 KiB of objects, and a byte for the cards of 2 MiB. Both tables are indexed by address, so what the runtime gets is where the entry of
        // address zero would be.
        constexpr int CardShift = 11;
        constexpr int BundleShift = 21;

        uint8_t* TableFor(const Arena& arena, int shift)
        {
            size_t entries = (static_cast<size_t>(arena.End() - arena.Base()) >> shift) + 2;
            void* memory = mmap(nullptr, entries, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (memory == MAP_FAILED)
                return nullptr;
            return reinterpret_cast<uint8_t*>(reinterpret_cast<uintptr_t>(memory) - (reinterpret_cast<uintptr_t>(arena.Base()) >> shift));
        }
    }

    bool InstallWriteBarrier(const Runtime& runtime, const Arena& arena)
    {
        uint8_t* const nowhere = reinterpret_cast<uint8_t*>(UINTPTR_MAX);
        WriteBarrierParameters parameters = {};
        parameters.operation = BarrierInitialize;
        parameters.isRuntimeSuspended = true;
        parameters.cardTable = TableFor(arena, CardShift);
        parameters.cardBundleTable = TableFor(arena, BundleShift);
        parameters.lowest = arena.Base();
        parameters.highest = arena.End();
        parameters.ephemeralLow = nowhere;
        parameters.ephemeralHigh = nowhere;
        if (parameters.cardTable == nullptr || parameters.cardBundleTable == nullptr)
            return false;
        runtime.SetWriteBarrier(&parameters);
        return true;
    }
}
