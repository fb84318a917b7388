#include "setting.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace zerogc
{
    namespace
    {
        int ShiftOf(const char* unit)
        {
            const char* units = "kmgt";
            if (*unit == '\0')
                return 0;
            const char* found = unit[1] == '\0' ? strchr(units, *unit | 0x20) : nullptr;
            return found == nullptr ? -1 : static_cast<int>(found - units + 1) * 10;
        }
    }

    bool ReadSize(const char* variable, uint64_t* value, char* problem, size_t problemBytes)
    {
        const char* text = getenv(variable);
        if (text == nullptr || *text == '\0')
            return true;
        char* unit = nullptr;
        errno = 0;
        uint64_t number = strtoull(text, &unit, 10);
        int shift = ShiftOf(unit);
        if (*text < '0' || *text > '9' || errno != 0 || shift < 0 || number > (UINT64_MAX >> shift))
        {
            snprintf(problem, problemBytes, "%s: found '%.40s', expected an amount of memory such as 512m or 16g", variable, text);
            return false;
        }

        *value = number << shift;
        return true;
    }
}
