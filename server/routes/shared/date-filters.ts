import Type from 'typebox'

/** `yyyy-MM-dd`, one that exists. */
export const dayQuery = Type.String({ format: 'lolapp-date' })
/** `yyyy-MM-dd` or `yyyy-MM-dd HH:mm`. */
export const momentQuery = Type.Union([
  Type.String({ format: 'lolapp-date' }),
  Type.String({ format: 'lolapp-datetime' }),
])
