// What a .NET runtime and a standalone GC agree on, as far as this GC needs it. Declared here from the behaviour of .NET 8, 9 and 10 on 64-bit Linux
// (order of the virtual methods, layout of the structures); no header of the runtime is used.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zerogc
{
    // An object of the runtime; nothing is ever read from it.
    struct Object;

    using Result = int32_t;
    constexpr Result Ok = 0;
    constexpr Result OutOfMemory = static_cast<Result>(0x8007000E);
    constexpr Result InvalidArgument = static_cast<Result>(0x80070057);

    // The GC interface that is implemented: the major must be that of the runtime, the minor says which slots of the heap there are (5.5: 0 to 88).
    constexpr uint32_t InterfaceMajor = 5;
    constexpr uint32_t InterfaceMinor = 5;

    // In: `major` is the version of the runtime's side (1 in .NET 8, 2 in 9, 4 in 10). Out: the version of the GC.
    struct VersionInfo
    {
        uint32_t major;
        uint32_t minor;
        uint32_t build;
        const char* name;
    };

    // The piece of memory from which the runtime's own code hands out objects to one thread. Zero until the first allocation.
    struct AllocationContext
    {
        uint8_t* next;
        uint8_t* limit;
        int64_t allocatedBytes;      // small objects: what the thread got, the rest of its piece included
        int64_t allocatedLargeBytes; // objects that got memory of their own
        void* reserved[2];
        int32_t count;
    };

    // Allocation flags that matter here; the others (1 finalise, 2 holds references, 4 and 8 alignment, 16 need not be zero) do not.
    constexpr uint32_t FlagLargeObjectHeap = 32;
    constexpr uint32_t FlagPinnedObjectHeap = 64;

    // A segment of objects that the runtime made itself and that never move, e.g. string literals.
    struct FrozenSegment
    {
        uint8_t* memory;
        size_t firstObject;
        size_t allocated;
        size_t committed;
        size_t reserved;
    };

    // How stores of references are to tell the GC about them.
    struct WriteBarrierParameters
    {
        int32_t operation;
        bool isRuntimeSuspended;
        bool requiresUpperBoundsCheck;
        uint8_t* cardTable;
        uint8_t* cardBundleTable;
        uint8_t* lowest;
        uint8_t* highest;
        uint8_t* ephemeralLow;
        uint8_t* ephemeralHigh;
        uint8_t* writeWatchTable;
        uint8_t* regionToGeneration;
        uint8_t regionShift;
        bool useBitwiseBarrier;
    };

    constexpr int32_t BarrierInitialize = 2;

    enum class HandleType : uint32_t
    {
        WeakShort = 0,
        WeakLong = 1,
        Strong = 2,
        Pinned = 3,
        Dependent = 6,
    };

    using Handle = struct HandleCell*;
}
