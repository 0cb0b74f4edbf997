/** In this order: an iPad says « Macintosh » in some of its tabs, Android says « Linux ». */
const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
] as const

/** In this order: all but Firefox say that they are Safari, and most that they are Chrome. */
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const UNKNOWN = 'Appareil inconnu'

/** « iPhone · Safari »: enough for a person to recognise the device, and nothing else of the header. */
export function agentOf(userAgent: string | undefined): string {
  const named = [SYSTEMS, BROWSERS].map((kinds) => kinds.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1])
  return named.filter(Boolean).join(' · ') || UNKNOWN
}
