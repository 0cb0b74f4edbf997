const BASE = 'https://same.origin.invalid'

/**
 * The wanted path of `?redirect=`, or null when it is not a path of this origin (AUT-04). Resolving it like the browser does
 * catches what a pattern misses: `//evil`, `/\evil`, tabs inside the scheme.
 */
export function safeRedirect(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null
  try {
    const url = new URL(value, BASE)
    if (url.origin !== BASE || url.pathname.startsWith('//')) return null
    if (url.pathname.startsWith('/login')) return null
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    return null
  }
}
