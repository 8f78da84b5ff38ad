/** The browsers that people know by name; the first that matches, since most pretend to be others too. */
const browsers: [RegExp, string][] = [
  [/\bOPR\/|\bOpera\b|OPiOS/, 'Opera'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/\b(Firefox|FxiOS)\b/, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bKaiOS\b/i, 'KaiOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser as its owner would name it: `Chrome sur Android`; undefined when nothing of it is known. */
export function browserWords(userAgent: string | null, on: string): string | undefined {
  const [browser, system] = [nameIn(browsers, userAgent ?? ''), nameIn(systems, userAgent ?? '')]
  return browser && system ? `${browser} ${on} ${system}` : (browser ?? system)
}

const nameIn = (names: readonly [RegExp, string][], userAgent: string): string | undefined =>
  names.find(([form]) => form.test(userAgent))?.[1]
