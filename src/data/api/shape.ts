/**
 * Tells whether a value from outside (an answer, a stored entry) has the expected shape. Small on purpose: the first screen needs it before the
 * schemas are loaded; where they are, `shapeOf` (schemas/reads-as.ts) makes a shape of a schema.
 */
export type Shape<T> = (value: unknown) => value is T

type Of<S> = S extends Shape<infer T> ? T : never
type Shapes = Record<string, Shape<unknown>>
type OptionalKeys<S extends Shapes> = { [K in keyof S]: undefined extends Of<S[K]> ? K : never }[keyof S]
type ObjectOf<S extends Shapes> = { [K in Exclude<keyof S, OptionalKeys<S>>]: Of<S[K]> } & {
  [K in OptionalKeys<S>]?: Of<S[K]>
}

export const isText: Shape<string> = (value) => typeof value === 'string'
/** A key or a token: an empty one names nobody. */
export const isKey: Shape<string> = (value): value is string => typeof value === 'string' && value !== ''
export const isNumber: Shape<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value)

/** The answer without a body (204). */
export const nothing: Shape<undefined> = (value) => value === undefined

export const orNull =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value): value is T | null =>
    value === null || shape(value)

/** May be absent: a former version of the server or of this app did not write it. */
export const maybe =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || shape(value)

export const listOf =
  <T>(shape: Shape<T>): Shape<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(shape)

export const oneOf =
  <const T extends string>(...words: T[]): Shape<T> =>
  (value): value is T =>
    (words as unknown[]).includes(value)

export const either =
  <A, B>(a: Shape<A>, b: Shape<B>): Shape<A | B> =>
  (value): value is A | B =>
    a(value) || b(value)

/** An object with these fields. Other fields are accepted: a newer server may send more than this build knows. */
export const objectOf =
  <S extends Shapes>(fields: S): Shape<ObjectOf<S>> =>
  (value): value is ObjectOf<S> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(fields).every(([name, shape]) => shape((value as Record<string, unknown>)[name]))

const isBlobOf =
  (type: string): Shape<Blob> =>
  (value): value is Blob =>
    Object.prototype.toString.call(value) === '[object Blob]' && (value as Blob).type.startsWith(type)

/** A PDF, by the type that the server gave it. */
export const isPdf = isBlobOf('application/pdf')
/** The same of an archive. */
export const isZip = isBlobOf('application/zip')
/** The same of a picture. */
export const isPicture = isBlobOf('image/')
