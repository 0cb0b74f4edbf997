/** The rules of sync/SPEC.md (PUSH-4, HEAL-2 …): what it defines, what texts and the titles of tests cite. */

export interface Fault {
  line: number
  message: string
}

const RULE = /\b([A-Z]{3,})-(\d{1,3})\b/
const DEFINITION = new RegExp(`^- \\*\\*${RULE.source}\\*\\*`)
const RANGE = new RegExp(`${RULE.source}(?:\\s*…\\s*|\\s+to\\s+)(?:\\1-)?(\\d{1,3})\\b`, 'g')

/** The rules that the SPEC defines, with their lines. */
export function rulesOf(spec: string): Map<string, number> {
  const rules = new Map<string, number>()
  spec.split('\n').forEach((line, index) => {
    const [, family, number] = DEFINITION.exec(line) ?? []
    if (family === undefined) return
    const rule = `${family}-${number}`
    if (rules.has(rule)) throw new Error(`sync/SPEC.md defines ${rule} twice`)
    rules.set(rule, index + 1)
  })
  return rules
}

/** Ids of a family of the SPEC that it does not define, in a document, a comment or a title. */
export function unknownRulesIn(text: string, rules: ReadonlyMap<string, number>): Fault[] {
  const families = new Set([...rules.keys()].map((rule) => rule.slice(0, rule.indexOf('-'))))
  return text.split('\n').flatMap((content, index) =>
    idsIn(content)
      .filter((id) => !rules.has(id) && families.has(id.slice(0, id.indexOf('-'))))
      .map((id) => ({ line: index + 1, message: `sync/SPEC.md defines no rule ${id}` })),
  )
}

/** Rules that no title of a test cites between square brackets, with their lines in the SPEC. */
export function rulesWithoutTest(rules: ReadonlyMap<string, number>, tests: readonly string[]): Fault[] {
  const cited = new Set(tests.flatMap(citedIn))
  return [...rules]
    .filter(([rule]) => !cited.has(rule))
    .map(([rule, line]) => ({ line, message: `${rule} is cited by the title of no test` }))
}

/** Rules between square brackets in a file of tests, comments left out: `[PUSH-4]`, `[PUSH-4, HEAL-2]`, `[PULL-1 to PULL-3]`. */
function citedIn(test: string): string[] {
  return test
    .split('\n')
    .filter((line) => !isComment(line))
    .flatMap((line) => [...line.matchAll(/\[([^[\]]+)\]/g)].flatMap(([, inside = '']) => idsIn(inside)))
}

function idsIn(text: string): string[] {
  const inRanges = [...text.matchAll(RANGE)].flatMap(([, family, first, last]) =>
    Array.from({ length: Math.max(0, Number(last) - Number(first) + 1) }, (_, i) => `${family}-${Number(first) + i}`),
  )
  const single = [...text.matchAll(new RegExp(RULE.source, 'g'))].map(([id]) => id)
  return [...new Set([...inRanges, ...single])]
}

/** A line of TypeScript or SQL that is nothing but comment. */
export const isComment = (line: string): boolean => /^\s*(?:\/\/|\/?\*|--)/.test(line)
