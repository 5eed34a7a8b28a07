/* The library of Windows from which Go takes random bytes, for releases of Wine that have none: it hands on to the
   older function. Built by windows_test.go. */
__declspec(dllimport) unsigned char SystemFunction036(void *to, unsigned long bytes);

__declspec(dllexport) int ProcessPrng(unsigned char *to, unsigned long long bytes) {
  while (bytes > 0) {
    unsigned long part = bytes < 1 << 20 ? (unsigned long)bytes : 1 << 20;
    if (!SystemFunction036(to, part))
      return 0;
    to += part;
    bytes -= part;
  }
  return 1;
}

int entry(void *library, unsigned long reason, void *reserved) { return 1; }
