import type { StyleSpecification } from 'maplibre-gl'

const PATIENCE_MS = 5000

/**
 * The company's online map (MAP_STYLE_URL), or null when it does not load: the built-in map stays. Its labels are drawn from the
 * device's fonts like ours, so that neither a glyph server nor that map's server is asked for fonts.
 */
export async function onlineStyle(url: string): Promise<StyleSpecification | null> {
  if (!navigator.onLine) return null
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!response.ok) return null
    const { glyphs: _, ...style } = (await response.json()) as StyleSpecification
    return style.version === 8 && Array.isArray(style.layers) ? style : null
  } catch {
    return null
  }
}
