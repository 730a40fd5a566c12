//go:build cgo

package main

/*
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"MEASURED_ALWAYS", "MEASURED_NEVER"};

// A thousand times a call: what Go takes to call C would leave little time for it. 0 where the answers are right, else 1
// where the variable that is always set was not found, and 2 where a value was wrong.
static int read_often(void)
{
	for (int each = 0; each < 1000; each++) {
		const char *value = getenv(names[0]);
		if (value == NULL)
			return 1;
		if (strcmp(value, "always the same") != 0 || getenv(names[1]) != NULL)
			return 2;
	}
	return 0;
}
*/
import "C"

// Reads by C's getenv, as a C library would that is called from Go.
func readByC() {
	switch C.read_often() {
	case 1:
		wrong("null")
	case 2:
		wrong("torn")
	}
}
