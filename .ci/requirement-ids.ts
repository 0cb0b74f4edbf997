import type { TestOutcome } from './test-results.ts'

/** Reads requirement IDs from their list and from the titles of tests, and finds which ones the tests cover. */

export interface Requirement {
  id: string
  /** The names of its parts; '' for the words before the first named part, which a title cites by the ID alone: the whole line where no part is named. */
  parts: string[]
}

export interface Section {
  title: string
  requirements: Requirement[]
}

export interface Coverage {
  /** An uncovered requirement names its missing parts: `SET-03 (archive, reorder)`. */
  sections: { title: string; covered: string[]; uncovered: string[] }[]
  covered: number
  total: number
  /** IDs and parts in titles, of a family of the list, that the list lacks: typing errors. */
  unknown: string[]
  /** IDs in titles of requirements that have parts: such a title proves nothing, because it does not say which part. */
  partless: string[]
}

/** A part's name: `[first-admin]` in the list, `[SET-01 first-admin]` in a title. */
const PART = /[a-z][a-z0-9-]*/
/** An ID, alone or with the name of a part. */
const CITATION = new RegExp(`^[A-Z]{3}-\\d{2}(?: ${PART.source})?$`)

/** @param list Markdown: `## TEN · …` opens a section, `- TEN-01 …` is a requirement, `[word]` in it begins a part of it */
export function sectionsOf(list: string): Section[] {
  const sections: Section[] = []
  for (const line of list.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1]
    if (heading !== undefined) sections.push({ title: heading, requirements: [] })
    const id = /^- ([A-Z]{3}-\d{2})\b/.exec(line)?.[1]
    if (id === undefined) continue
    if (sections.some(({ requirements }) => requirements.some((one) => one.id === id)))
      throw new Error(`${id} occurs twice in the list`)
    const section = sections.at(-1)
    if (!section) throw new Error(`${id} is in no section`)
    section.requirements.push({ id, parts: partsIn(line.slice(`- ${id}`.length)) })
  }
  return sections.filter(({ requirements }) => requirements.length > 0)
}

/** Links (`[text](address)`) are no parts. @param words the line after its ID */
function partsIn(words: string): string[] {
  const named = [...words.matchAll(new RegExp(`\\[(${PART.source})\\](?!\\()`, 'g'))]
  const hasFirstWords = words.slice(0, named[0]?.index).trim() !== ''
  return [...(hasFirstWords ? [''] : []), ...named.map(([, part = '']) => part)]
}

/** What the titles of tests must name to cover it. */
export const citationsOf = ({ id, parts }: Requirement): string[] => parts.map((part) => `${id} ${part}`.trim())

/** What square brackets cite: `[CAL-04]`, `[SET-03 archive]`, `[ENT-01, ENT-02]`, `[ENT-01…07]`, `[ENT-01…ENT-07, SYN-03]`. */
export function idsIn(title: string): string[] {
  const groups = [...title.matchAll(/\[([^\]]+)\]/g)].map(([, inside = '']) => inside)
  return [...new Set(groups.flatMap((group) => group.split(/[,;]/).flatMap(idsOfPart)))]
}

/**
 * A requirement is covered when each of its parts is: a test that cites the part passed, and no test that cites it
 * failed or did not run.
 */
export function coverageOf(sections: readonly Section[], outcomes: readonly TestOutcome[]): Coverage {
  const passed = new Set<string>()
  const broken = new Set<string>()
  for (const { title, status } of outcomes) {
    for (const id of idsIn(title)) (status === 'passed' ? passed : broken).add(id)
  }
  const lacks = (requirement: Requirement): string[] =>
    citationsOf(requirement).filter((citation) => !passed.has(citation) || broken.has(citation))
  const listed = sections.flatMap(({ requirements }) => requirements)
  const known = new Set(listed.flatMap(citationsOf))
  const divided = new Set(listed.filter(({ parts }) => !parts.includes('')).map(({ id }) => id))
  const families = new Set(listed.map(({ id }) => id.slice(0, 3)))
  const strange = [...new Set([...passed, ...broken])].filter((id) => !known.has(id)).sort()
  return {
    sections: sections.map(({ title, requirements }) => ({
      title,
      covered: requirements.filter((one) => lacks(one).length === 0).map(({ id }) => id),
      uncovered: requirements.filter((one) => lacks(one).length > 0).map((one) => withParts(one, lacks(one))),
    })),
    covered: listed.filter((one) => lacks(one).length === 0).length,
    total: listed.length,
    unknown: strange.filter((id) => !divided.has(id) && families.has(id.slice(0, 3))),
    partless: strange.filter((id) => divided.has(id)),
  }
}

const withParts = ({ id, parts }: Requirement, missing: readonly string[]): string => {
  const names = missing.map((citation) => citation.slice(id.length + 1) || FIRST_WORDS)
  return parts.length > 1 || parts[0] !== '' ? `${id} (${names.join(', ')})` : id
}

/** For the words before the first named part. */
const FIRST_WORDS = 'first words'

function idsOfPart(part: string): string[] {
  const range = /^\s*([A-Z]{3})-(\d{2})\s*(?:…|\.{2,3}|–|-|à)\s*(?:([A-Z]{3})-)?(\d{2})\s*$/.exec(part)
  if (range) {
    const [, family = '', first, lastFamily = family, last] = range
    return family === lastFamily ? idsBetween(family, Number(first), Number(last)) : []
  }
  return CITATION.test(part.trim()) ? [part.trim()] : []
}

function idsBetween(family: string, first: number, last: number): string[] {
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, i) => `${family}-${String(first + i).padStart(2, '0')}`,
  )
}
