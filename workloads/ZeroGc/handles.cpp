#include "handles.h"

#include <sys/mman.h>

namespace zerogc
{
    namespace
    {
        constexpr size_t ChunkBytes = 1 << 20;
        constexpr size_t CellsOfChunk = ChunkBytes / sizeof(HandleCell);
    }

    // A lock, not a lock-free list: a cell that is freed and taken again between two reads of another thread would break such a list (the ABA fault).
    Handle HandleTable::Create(Object* object, HandleType type, void* extra)
    {
        pthread_mutex_lock(&m_lock);
        Handle handle = m_free;
        if (handle != nullptr)
            m_free = static_cast<Handle>(handle->extra);
        else if (m_nextNew != m_endOfChunk || Grow())
            handle = m_nextNew++;
        pthread_mutex_unlock(&m_lock);
        if (handle == nullptr)
            return nullptr;
        handle->extra = extra;
        handle->type = type;
        __atomic_store_n(&handle->object, object, __ATOMIC_RELEASE);
        return handle;
    }

    void HandleTable::Destroy(Handle handle)
    {
        __atomic_store_n(&handle->object, nullptr, __ATOMIC_RELEASE);
        pthread_mutex_lock(&m_lock);
        handle->extra = m_free;
        m_free = handle;
        pthread_mutex_unlock(&m_lock);
    }

    bool HandleTable::Grow()
    {
        void* chunk = mmap(nullptr, ChunkBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (chunk == MAP_FAILED)
            return false;
        m_nextNew = static_cast<Handle>(chunk);
        m_endOfChunk = m_nextNew + CellsOfChunk;
        return true;
    }

    void HandleStore::Uproot() {}
    bool HandleStore::ContainsHandle(Handle) { return true; }
    Handle HandleStore::CreateHandle(Object* object, HandleType type) { return m_table->Create(object, type, nullptr); }
    Handle HandleStore::CreateHandleOnHeap(Object* object, HandleType type, int) { return m_table->Create(object, type, nullptr); }
    Handle HandleStore::CreateHandleWithExtra(Object* object, HandleType type, void* extra) { return m_table->Create(object, type, extra); }
    Handle HandleStore::CreateDependentHandle(Object* primary, Object* secondary) { return m_table->Create(primary, HandleType::Dependent, secondary); }
    void HandleStore::DestroyInPlace() {}
    void HandleStore::DestroyAndFree() {}

    bool HandleManager::Initialize() { return true; }
    void HandleManager::Shutdown() {}
    HandleStore* HandleManager::GlobalStore() { return &m_store; }
    HandleStore* HandleManager::CreateStore() { return &m_store; }
    void HandleManager::DestroyStore(HandleStore*) {}
    Handle HandleManager::CreateGlobalHandle(Object* object, HandleType type) { return m_table.Create(object, type, nullptr); }
    Handle HandleManager::Duplicate(Handle handle) { return m_table.Create(__atomic_load_n(&handle->object, __ATOMIC_ACQUIRE), handle->type, handle->extra); }
    void HandleManager::DestroyHandle(Handle handle, HandleType) { m_table.Destroy(handle); }
    void HandleManager::DestroyHandleOfUnknownType(Handle handle) { m_table.Destroy(handle); }
    void HandleManager::SetExtra(Handle handle, HandleType, void* extra) { __atomic_store_n(&handle->extra, extra, __ATOMIC_RELEASE); }
    void* HandleManager::Extra(Handle handle) { return __atomic_load_n(&handle->extra, __ATOMIC_ACQUIRE); }
    void HandleManager::Store(Handle handle, Object* object) { __atomic_store_n(&handle->object, object, __ATOMIC_RELEASE); }
    bool HandleManager::StoreIfNull(Handle handle, Object* object) { return CompareExchange(handle, object, nullptr) == nullptr; }
    void HandleManager::SetSecondary(Handle handle, Object* object) { SetExtra(handle, HandleType::Dependent, object); }
    Object* HandleManager::Secondary(Handle handle) { return static_cast<Object*>(Extra(handle)); }

    Object* HandleManager::CompareExchange(Handle handle, Object* object, Object* comparand)
    {
        Object* found = comparand;
        __atomic_compare_exchange_n(&handle->object, &found, object, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
        return found;
    }

    HandleType HandleManager::TypeOf(Handle handle) { return handle->type; }
    void HandleManager::TraceCounted(void*, uintptr_t, uintptr_t) {}
}
