import type { TestOutcome } from './test-results.ts'

/** Reads requirement IDs from their list and from the titles of tests, and finds which ones the tests cover. */

export interface Section {
  title: string
  ids: string[]
}

export interface Coverage {
  sections: { title: string; covered: string[]; uncovered: string[] }[]
  covered: number
  total: number
  /** IDs in titles, of a family of the list, that the list lacks: typing errors. */
  unknown: string[]
}

const ID = /([A-Z]{3})-(\d{2})/

/** @param list Markdown: `## TEN · …` opens a section, `- TEN-01 …` is a requirement */
export function sectionsOf(list: string): Section[] {
  const sections: Section[] = []
  for (const line of list.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1]
    if (heading !== undefined) sections.push({ title: heading, ids: [] })
    const id = /^- ([A-Z]{3}-\d{2})\b/.exec(line)?.[1]
    if (id === undefined) continue
    if (sections.some(({ ids }) => ids.includes(id))) throw new Error(`${id} occurs twice in the list`)
    const section = sections.at(-1)
    if (!section) throw new Error(`${id} is in no section`)
    section.ids.push(id)
  }
  return sections.filter(({ ids }) => ids.length > 0)
}

/** The IDs between square brackets: `[CAL-04]`, `[ENT-01, ENT-02]`, `[ENT-01…07]`, `[ENT-01…ENT-07, SYN-03]`. */
export function idsIn(title: string): string[] {
  const groups = [...title.matchAll(/\[([^\]]+)\]/g)].map(([, inside = '']) => inside)
  return [...new Set(groups.flatMap((group) => group.split(/[,;]/).flatMap(idsOfPart)))]
}

/** An ID is covered when a test with it passed, and no test with it failed or did not run. */
export function coverageOf(sections: readonly Section[], outcomes: readonly TestOutcome[]): Coverage {
  const passed = new Set<string>()
  const broken = new Set<string>()
  for (const { title, status } of outcomes) {
    for (const id of idsIn(title)) (status === 'passed' ? passed : broken).add(id)
  }
  const isCovered = (id: string) => passed.has(id) && !broken.has(id)
  const listed = new Set(sections.flatMap(({ ids }) => ids))
  const families = new Set([...listed].map((id) => id.slice(0, 3)))
  return {
    sections: sections.map(({ title, ids }) => ({
      title,
      covered: ids.filter(isCovered),
      uncovered: ids.filter((id) => !isCovered(id)),
    })),
    covered: [...listed].filter(isCovered).length,
    total: listed.size,
    unknown: [...new Set([...passed, ...broken])]
      .filter((id) => !listed.has(id) && families.has(id.slice(0, 3)))
      .sort(),
  }
}

function idsOfPart(part: string): string[] {
  const range = /^\s*([A-Z]{3})-(\d{2})\s*(?:…|\.{2,3}|–|-|à)\s*(?:([A-Z]{3})-)?(\d{2})\s*$/.exec(part)
  if (range) {
    const [, family = '', first, lastFamily = family, last] = range
    return family === lastFamily ? idsBetween(family, Number(first), Number(last)) : []
  }
  return new RegExp(`^\\s*${ID.source}\\s*$`).test(part) ? [part.trim()] : []
}

function idsBetween(family: string, first: number, last: number): string[] {
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, i) => `${family}-${String(first + i).padStart(2, '0')}`,
  )
}
