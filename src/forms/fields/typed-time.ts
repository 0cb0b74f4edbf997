const pad = (n: number): string => String(n).padStart(2, '0')

/** An hour as people type it: « 9 », « 9h », « 9h30 », « 0930 », « 9:30 » → `09:30`; null when it is none. */
export function parseTypedTime(text: string): string | null {
  const match = /^\s*(\d{1,2})\s*(?:[h:.]\s*(\d{2})?|(\d{2}))?\s*$/i.exec(text)
  if (!match) return null
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? match[3] ?? 0)]
  return hour < 24 && minute < 60 ? `${pad(hour)}:${pad(minute)}` : null
}
