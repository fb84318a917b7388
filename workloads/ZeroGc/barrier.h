// The write barrier: what the code of the application does after storing a reference.
#pragma once

#include "arena.h"
#include "runtime.h"

namespace zerogc
{
    // Puts a barrier in force that never marks a card under workstation GC, because no object counts as young: a store costs a comparison. Under server GC the
    // runtime takes a barrier without that comparison, which always writes to the card table; so the tables are real, and gcServer=1 works.
    // Returns false when there is no memory for the tables.
    bool InstallWriteBarrier(const Runtime& runtime, const Arena& arena);
}
