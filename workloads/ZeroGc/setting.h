// Amounts of memory from the environment.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zerogc
{
    // Reads an amount such as 512m or 16g (k, m, g, t: powers of 1,024; without a letter bytes). Leaves `value` alone when the variable is not set.
    // Returns false, with a sentence in `problem`, when the variable holds something else.
    bool ReadSize(const char* variable, uint64_t* value, char* problem, size_t problemBytes);
}
