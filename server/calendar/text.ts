import { addMinutes, instantOf } from '../../schemas/dates.ts'

/** A wall-clock time as an instant; a time that the spring change skips counts as one hour later. */
export const wallInstant = (wall: string, zone: string): Date | null =>
  instantOf(wall, zone) ?? instantOf(addMinutes(wall, 60), zone)

/** Line ends are kept inside a value (iCalendar writes them as two characters); other control characters are removed, because they have no meaning. */
export const clean = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed here
  text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
