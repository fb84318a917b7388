// Handles: cells that hold a reference for code outside the managed heap. All kinds are alike here, since no object ever moves or dies.
#pragma once

#include <pthread.h>

#include "contract.h"

namespace zerogc
{
    // The runtime reads the object from the first word of the cell.
    struct HandleCell
    {
        Object* object;
        void* extra; // second object of a dependent handle, or what the runtime wants to remember; the next free cell in the free list
        HandleType type;
    };

    class HandleTable
    {
    public:
        // A cell, or null when there is no memory for another chunk.
        Handle Create(Object* object, HandleType type, void* extra);

        void Destroy(Handle handle);

    private:
        bool Grow();

        pthread_mutex_t m_lock = PTHREAD_MUTEX_INITIALIZER;
        Handle m_free = nullptr;
        Handle m_nextNew = nullptr;
        Handle m_endOfChunk = nullptr;
    };

    // The runtime's stores of handles (IGCHandleStore): one for all, which is never emptied.
    class HandleStore
    {
    public:
        explicit HandleStore(HandleTable* table) : m_table(table) {}

        virtual void Uproot();
        virtual bool ContainsHandle(Handle handle);
        virtual Handle CreateHandle(Object* object, HandleType type);
        virtual Handle CreateHandleOnHeap(Object* object, HandleType type, int heap);
        virtual Handle CreateHandleWithExtra(Object* object, HandleType type, void* extra);
        virtual Handle CreateDependentHandle(Object* primary, Object* secondary);
        // Where a destructor has its two entries.
        virtual void DestroyInPlace();
        virtual void DestroyAndFree();

    private:
        HandleTable* m_table;
    };

    // The runtime's manager of handles (IGCHandleManager).
    class HandleManager
    {
    public:
        HandleManager() : m_store(&m_table) {}

        virtual bool Initialize();
        virtual void Shutdown();
        virtual HandleStore* GlobalStore();
        virtual HandleStore* CreateStore();
        virtual void DestroyStore(HandleStore* store);
        virtual Handle CreateGlobalHandle(Object* object, HandleType type);
        virtual Handle Duplicate(Handle handle);
        virtual void DestroyHandle(Handle handle, HandleType type);
        virtual void DestroyHandleOfUnknownType(Handle handle);
        virtual void SetExtra(Handle handle, HandleType type, void* extra);
        virtual void* Extra(Handle handle);
        virtual void Store(Handle handle, Object* object);
        virtual bool StoreIfNull(Handle handle, Object* object);
        virtual void SetSecondary(Handle handle, Object* object);
        virtual Object* Secondary(Handle handle);
        virtual Object* CompareExchange(Handle handle, Object* object, Object* comparand);
        virtual HandleType TypeOf(Handle handle);
        virtual void TraceCounted(void* callback, uintptr_t first, uintptr_t second);

    private:
        HandleTable m_table;
        HandleStore m_store;
    };
}
