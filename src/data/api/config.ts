const KEY = 'lolapp.config'
const DEFAULT_BASE = '/api'
const PATIENCE_MS = 3000

/** Run-time settings of `/config.json`. */
interface Config {
  /** Base of the API, without a final slash: same origin by default, a provider's host otherwise. */
  apiBase: string
  /** Address of an online style of the map; null draws the built-in one. */
  mapStyle: string | null
}

/** A path of this origin, or a provider's host. */
const isBase = (text: string): boolean => /^(\/(?!\/)|https?:\/\/)/.test(text)

function parse(text: string | null): Config | null {
  try {
    const value = JSON.parse(text ?? 'null') as { apiBase?: unknown; mapStyle?: unknown } | null
    if (typeof value?.apiBase !== 'string' || !isBase(value.apiBase)) return null
    const mapStyle = typeof value.mapStyle === 'string' && value.mapStyle !== '' ? value.mapStyle : null
    return { apiBase: value.apiBase.replace(/\/+$/, ''), mapStyle }
  } catch {
    return null
  }
}

async function download(): Promise<Config | null> {
  try {
    const response = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!response.ok) return null
    const text = await response.text()
    const config = parse(text)
    if (config) localStorage.setItem(KEY, JSON.stringify(config))
    return config
  } catch {
    return null
  }
}

let known: Promise<string> | null = null

/**
 * Base of every API call. The last known one answers at once (also with no network) while a newer one is downloaded for the next
 * start; the very first start waits for `/config.json`, at most three seconds, then takes the default.
 */
export function apiBase(): Promise<string> {
  known ??= (async () => {
    const stored = parse(localStorage.getItem(KEY))
    const downloaded = download()
    if (stored) return stored.apiBase
    return (await downloaded)?.apiBase ?? DEFAULT_BASE
  })()
  return known
}

/** The online style of the map as the server last gave it; null for the built-in map. */
export const mapStyleUrl = (): string | null => parse(localStorage.getItem(KEY))?.mapStyle ?? null
