/**
 * Reads a query of the console word by word and refuses what it does not know: a second defence before the database's own (console-role.ts), and the one
 * whose messages are French. It refuses only what an attack needs: comments, escapes, dollar quotes, several statements, and functions that are not on the
 * list.
 */

const MAX_LENGTH = 10_000

/** Keywords that may come before a parenthesis. */
const KEYWORDS = [
  'all',
  'and',
  'any',
  'as',
  'between',
  'by',
  'case',
  'distinct',
  'else',
  'except',
  'exists',
  'filter',
  'from',
  'having',
  'in',
  'intersect',
  'join',
  'lateral',
  'like',
  'not',
  'on',
  'or',
  'over',
  'select',
  'some',
  'then',
  'union',
  'using',
  'values',
  'when',
  'where',
  'within',
]
/** Functions that only read their arguments. */
const FUNCTIONS = [
  'abs',
  'age',
  'array_agg',
  'array_length',
  'avg',
  'bool_and',
  'bool_or',
  'btrim',
  'cardinality',
  'cast',
  'ceil',
  'coalesce',
  'concat',
  'concat_ws',
  'count',
  'date_part',
  'date_trunc',
  'dense_rank',
  'extract',
  'first_value',
  'floor',
  'greatest',
  'jsonb_array_elements',
  'jsonb_array_length',
  'lag',
  'last_value',
  'lead',
  'least',
  'left',
  'length',
  'lower',
  'ltrim',
  'max',
  'min',
  'now',
  'nullif',
  'phone_key',
  'position',
  'rank',
  'right',
  'round',
  'row_number',
  'rtrim',
  'search_key',
  'split_part',
  'starts_with',
  'string_agg',
  'substr',
  'substring',
  'sum',
  'to_char',
  'trim',
  'unnest',
  'upper',
]
const CALLABLE = new Set([...KEYWORDS, ...FUNCTIONS])

const TOKEN = /\s+|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?|[(),.[\]:]|[-+*/<>=~!@#%^&|?]+/uy

/** What is wrong with a query, in French; null when it may go to the database. */
export function sqlFault(given: string): string | null {
  const text = given.trim()
  if (text.length > MAX_LENGTH) return `La requête dépasse ${MAX_LENGTH} caractères.`
  if (!/^(select|with|values)\b/i.test(text)) return 'Seules les lectures sont admises : commencez par SELECT ou WITH.'
  let [depth, at] = [0, 0]
  let before = ''
  while (at < text.length) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined)
      return `Le caractère « ${[...text.slice(at)][0]} » n'est pas admis : une seule instruction, sans échappement.`
    at += token.length
    if (token.trim() === '') {
      // A word, a space and a quote are two tokens, for the database and here.
      if (before !== '' && !/^[\s]/.test(before)) before += ' '
      continue
    }
    if (/--|\/\*/.test(token)) return 'Les commentaires ne sont pas admis.'
    // E'…', U&'…', B'…': the text after these follows other rules.
    if (/^['"]/.test(token) && /[\p{L}\p{N}_&]$/u.test(before)) return 'Cette forme de texte n’est pas admise.'
    if (token === '(') {
      depth += 1
      const word = before.trim()
      if (/^"/.test(word)) return 'Un nom entre guillemets ne peut pas être appelé.'
      if (/^[\p{L}_]/u.test(word) && !CALLABLE.has(word.toLowerCase()))
        return `La fonction « ${word} » n'est pas admise.`
    }
    if (token === ')') depth -= 1
    if (depth < 0) break
    before = token
  }
  return depth === 0 ? null : 'Les parenthèses ne se correspondent pas.'
}
