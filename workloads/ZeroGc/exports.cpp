// The functions that the runtime looks up in a standalone GC, and one for the probe.
#include <new>

#include "heap.h"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace
{
    // Places, not objects: nothing of them may be destroyed when the process ends, as threads still allocate then.
    alignas(zerogc::Heap) unsigned char s_heapPlace[sizeof(zerogc::Heap)];
    alignas(zerogc::HandleManager) unsigned char s_handlesPlace[sizeof(zerogc::HandleManager)];
    zerogc::Heap* s_heap;
}

EXPORT void GC_VersionInfo(zerogc::VersionInfo* info)
{
    *info = {zerogc::InterfaceMajor, zerogc::InterfaceMinor, 0, "perfmatrix zero GC"};
}

// The last argument describes the heap to debuggers; the runtime has filled it with defaults that are right for a heap nobody can walk.
EXPORT zerogc::Result GC_Initialize(void* runtime, zerogc::Heap** heap, zerogc::HandleManager** handles, void*)
{
    s_heap = new (s_heapPlace) zerogc::Heap(zerogc::Runtime(runtime));
    *heap = s_heap;
    *handles = new (s_handlesPlace) zerogc::HandleManager();
    return zerogc::Ok;
}

// Fills `statistics`, whose first field says how large it is. Returns false before the GC has started.
EXPORT bool perfmatrix_zerogc_statistics(zerogc::Statistics* statistics)
{
    if (s_heap == nullptr)
        return false;
    s_heap->Memory().Read(statistics);
    return true;
}
