// Strings, characters, conversions, and the printf family with va_list.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int say(char *buf, size_t n, const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  int r = vsnprintf(buf, n, f, ap);
  va_end(ap);
  return r;
}
static void log_(const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  vprintf(f, ap);
  va_end(ap);
}

int main(void) {
  char b[40];
  printf("%d ", say(b, sizeof b, "%s-%d-%.3f-%c-%ld-%x", "ab", -5, 2.5, 'z', 1l << 40, 77u));
  puts(b);
  printf("%d %s|", say(b, 6, "%08.3f", 3.14159), b);
  log_("%5s|%-5s|%.2s|%*d|%+d|% d|%#x|%#o|%e|%g|%g|%G|%%|%5c|\n", "a", "b", "cdef", 6, 42, 7, 8, 255u, 8u, 12345.678, 1e-5, 1e20, 0.0001, 'q');
  log_("%hhd %hu %lld %zu %p %i\n", 300, 70000, -1ll, sizeof b, (void *)0, 5);
  const char *s = "hello, hello world";
  printf("%td %td %s %s %zu %zu\n", strchr(s, 'l') - s, strrchr(s, 'l') - s, strstr(s, "lo w"), strpbrk(s, "w,"), strspn(s, "hel"), strcspn(s, " "));
  printf("%d %d %td\n", strchr(s, 'z') == NULL, strstr(s, "xyz") == NULL, (char *)memchr(s, 'o', 18) - s);
  strncpy(b, "abc", 8);
  strncat(b, "defghij", 3);
  printf("%s %d %d\n", b, atoi("  -42x"), (int)strnlen(b, 4));
  char *end;
  const char *num = "0x1F 0755 99999999999999999999 -12 zz";
  long v = strtol(num, &end, 0);
  printf("%ld ", v);
  v = strtol(end, &end, 0);
  printf("%ld ", v);
  v = strtol(end, &end, 10);
  printf("%ld ", v);
  v = strtol(end, &end, 10);
  printf("%ld %d %s\n", v, strtol(end, NULL, 10) == 0, end);
  printf("%g %g %s\n", strtod("  2.5e3abc", &end), atof("-0.125"), end);
  int k = 0;
  for (int c = 0; c < 128; c++)
    k = k * 3 + !!isdigit(c) + 2 * !!isupper(c) + !!islower(c) + !!isalnum(c) + !!isspace(c) + !!ispunct(c) + !!isxdigit(c) + !!isprint(c) + !!iscntrl(c);
  printf("%d %c %c\n", k & 0xffffff, toupper('q'), tolower('Q'));
  char *d = strdup("copy");
  puts(d);
  free(d);
  fprintf(stdout, "%s %d\n", "stream", 1);
  fputs("fputs\n", stdout);
  fwrite("fwrite\n", 1, 7, stdout);
  putchar('x');
  fputc('\n', stdout);
  return 0;
}
