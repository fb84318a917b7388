// What this GC asks of the runtime: calls into its table of virtual methods (IGCToCLR), which only ever grows at its end. Slots above 49 differ between
// the versions and are not called.
#pragma once

#include "contract.h"

namespace zerogc
{
    class Runtime
    {
    public:
        explicit Runtime(void* table = nullptr) : m_object(table) {}

        // Slot 27: puts the write barrier in force.
        void SetWriteBarrier(WriteBarrierParameters* parameters) const
        {
            Method<void (*)(void*, WriteBarrierParameters*)>(27)(m_object, parameters);
        }

        // Slot 49: a line that the host prints when the start of the GC fails.
        void LogError(const char* message) const
        {
            Method<void (*)(void*, const char*)>(49)(m_object, message);
        }

    private:
        template <typename Function>
        Function Method(int slot) const
        {
            return reinterpret_cast<Function>((*static_cast<void***>(m_object))[slot]);
        }

        void* m_object;
    };
}
