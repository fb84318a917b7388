// Threads that wait while the runtime holds the application still. This GC never stops it, but others do (precise allocation counts, profilers, debuggers),
// and they wait here: without a real event they spin.
#pragma once

#include <pthread.h>

namespace zerogc
{
    class Suspension
    {
    public:
        void SetInProgress(bool inProgress)
        {
            pthread_mutex_lock(&m_lock);
            m_inProgress = inProgress;
            pthread_mutex_unlock(&m_lock);
        }

        void Close()
        {
            pthread_mutex_lock(&m_lock);
            m_isOpen = false;
            pthread_mutex_unlock(&m_lock);
        }

        void Open()
        {
            pthread_mutex_lock(&m_lock);
            m_isOpen = true;
            pthread_cond_broadcast(&m_opened);
            pthread_mutex_unlock(&m_lock);
        }

        bool IsInProgress()
        {
            pthread_mutex_lock(&m_lock);
            bool inProgress = m_inProgress;
            pthread_mutex_unlock(&m_lock);
            return inProgress;
        }

        void Wait()
        {
            pthread_mutex_lock(&m_lock);
            while (m_inProgress && !m_isOpen)
                pthread_cond_wait(&m_opened, &m_lock);
            pthread_mutex_unlock(&m_lock);
        }

    private:
        pthread_mutex_t m_lock = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t m_opened = PTHREAD_COND_INITIALIZER;
        bool m_inProgress = false;
        bool m_isOpen = true;
    };
}
