/** Query values that help to read a log and say nothing about a person, each with its only form. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  since: /^[\w.-]{1,64}~\d{1,15}~\d{1,15}~[\w.-]*$/,
  limit: /^\d{1,4}$/,
  offset: /^\d{1,5}$/,
  sortDesc: /^(true|false|0|1)$/,
  ALL: /^(true|false|0|1)$/,
  DATE_DEBUT: /^\d{4}-\d{2}-\d{2}(?:(?:%20|\+|T)[\d:%A]{1,16})?$/,
  DATE_FIN: /^\d{4}-\d{2}-\d{2}(?:(?:%20|\+|T)[\d:%A]{1,16})?$/,
}
const HIDDEN = '***'

/** Parameters of routes that name a record. Others hold a token, a title, a message. */
const NAMES_A_RECORD = /^(?:id|ID[A-Z]*|\w+_id|id_\w+)$/
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Short, with a digit, and no run of digits that could be a phone number: so neither a name nor a token. */
const SHORT_ID = /^(?=.*\d)(?!.*\d{6})[\w-]{1,40}$/

/**
 * A request's URL as the logs may keep it: codes, phones, names, messages and tokens masked, in the query and in the path.
 * @param pattern the route that it matched. A path that matched none, or matched `/*`, may hold anything, so nothing of it is kept.
 */
export function logUrl(url: string, pattern: string | undefined): string {
  const at = url.indexOf('?')
  const path = shownPath(at < 0 ? url : url.slice(0, at), pattern)
  if (at < 0) return path
  const query = url
    .slice(at + 1)
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      if (Object.hasOwn(HARMLESS, name) && HARMLESS[name]?.test(value.join('='))) return pair
      // A value without a name, or under a name that holds one (`CODE%3D123`), is masked whole.
      return /^[A-Za-z_%[\]-]{1,40}$/.test(name) && value.length > 0 && !/%3D/i.test(name)
        ? `${name}=${HIDDEN}`
        : HIDDEN
    })
  return `${path}?${query.join('&')}`
}

function shownPath(path: string, pattern: string | undefined): string {
  if (pattern === undefined) return `/${HIDDEN}`
  const given = path.split('/')
  return pattern
    .split('/')
    .map((part, at) => {
      const name = /^:(\w+)/.exec(part)?.[1]
      if (name === undefined) return part
      const value = given[at] ?? ''
      return NAMES_A_RECORD.test(name) && (UUID.test(value) || SHORT_ID.test(value)) ? value : HIDDEN
    })
    .join('/')
}
