/** Query values that help to read a log and tell nothing of anybody. */
const HARMLESS = new Set(['since', 'limit', 'offset', 'sortBy', 'sortDesc', 'TYPE', 'ALL', 'DATE_DEBUT', 'DATE_FIN'])
const HIDDEN = '***'

/** Paths that carry a message, a token or the person it belongs to: what follows the prefix stays out of the logs. */
const SECRET_PATHS = [/^((?:\/api)?\/ics\/).+$/, /^(\/api\/push\/send\/[^/]*\/).+$/, /^(.*\/password\/reset\/).+$/]

/** A request's URL as the logs may keep it: codes, phones, names, messages and tokens blanked, in the query and in the path. */
export function logUrl(url: string): string {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const shown = SECRET_PATHS.reduce((text, secret) => text.replace(secret, `$1${HIDDEN}`), path)
  if (at < 0) return shown
  const query = url
    .slice(at + 1)
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      if (HARMLESS.has(name) && /^=[\w.~:%;,-]*$/.test(`=${value.join('=')}`)) return pair
      // A value without a name, or under a name that holds one (`CODE%3D123`), is no name.
      return /^[\w%[\]-]{1,40}$/.test(name) && value.length > 0 && !/%3D/i.test(name) ? `${name}=${HIDDEN}` : HIDDEN
    })
  return `${shown}?${query.join('&')}`
}
