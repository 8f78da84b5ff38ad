/** Written by the area that uses it. */
