import { distanceKm, type Position } from '../../../schemas/rules/distance.ts'

/** A possible responsible, and their present load. */
export interface Candidate {
  id: string
  agences: readonly string[]
  toutesAgences: boolean
  /** Projects of theirs that wait for a contact, an appointment or a quote. */
  load: number
  /** Appointments of the coming days. */
  rdvs: number
  /** The last day of an absence that lasts today; null for who is there. */
  absent?: string | null
  /** Their places: sites of those projects and appointments. */
  places: readonly Position[]
}

export interface Site {
  id: string
  agence: string | null
  place: Position | null
}

export interface Suggestion {
  candidate: Candidate
  /** Whole kilometres to the nearest of the candidate's places; null when the project's or all of theirs are unknown. */
  km: number | null
  /** Works for the agency of the project. */
  here: boolean
  /** Smaller is better. */
  score: number
}

/** One more waiting project counts as much as these kilometres. */
const KM_PER_PROJECT = 2
/** Used for an unknown distance: neither near nor far. */
const UNKNOWN_KM = 30
/** Added for somebody who is absent: they come after everybody who is there. */
const ABSENT_KM = 2000
/** Added for another agency: its people come after everybody of this one. */
const OTHER_AGENCY_KM = 10_000

function nearestKm(place: Position | null, places: readonly Position[]): number | null {
  if (place === null || places.length === 0) return null
  return Math.min(...places.map((one) => distanceKm(place, one)))
}

const worksFor = (candidate: Candidate, agence: string | null): boolean =>
  agence === null || candidate.toutesAgences || candidate.agences.includes(agence)

function suggestion(site: Site, candidate: Candidate): Suggestion {
  const km = nearestKm(site.place, candidate.places)
  const here = worksFor(candidate, site.agence)
  const score =
    (km ?? UNKNOWN_KM) +
    candidate.load * KM_PER_PROJECT +
    (candidate.absent ? ABSENT_KM : 0) +
    (here ? 0 : OTHER_AGENCY_KM)
  return { candidate, km: km === null ? null : Math.round(km), here, score }
}

const best = (a: { score: number; candidate: Candidate }, b: { score: number; candidate: Candidate }): number =>
  a.score - b.score || (a.candidate.id < b.candidate.id ? -1 : 1)

/** All candidates for one project, best first: near their other places, and not overloaded. */
export const suggestionsFor = (site: Site, candidates: readonly Candidate[]): Suggestion[] =>
  candidates.map((candidate) => suggestion(site, candidate)).sort(best)

/** All candidates for several projects given to one person: mean of the known distances, the same load for all. */
export function suggestionsForAll(sites: readonly Site[], candidates: readonly Candidate[]): Suggestion[] {
  return candidates
    .map((candidate) => {
      const each = sites.map((site) => suggestion(site, candidate))
      const known = each.map(({ km }) => km).filter((km) => km !== null)
      return {
        candidate,
        km: known.length === 0 ? null : Math.round(known.reduce((sum, km) => sum + km, 0) / known.length),
        here: each.every(({ here }) => here),
        score: each.reduce((sum, { score }) => sum + score, 0),
      }
    })
    .sort(best)
}

/** One responsible for each project, in the order given; each assignment counts as load and as a place for the next ones. */
export function shareOut(sites: readonly Site[], candidates: readonly Candidate[]): Map<string, string> {
  const team = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  const shares = new Map<string, string>()
  for (const site of sites) {
    const [first] = suggestionsFor(site, [...team.values()])
    if (!first) break
    const { candidate } = first
    shares.set(site.id, candidate.id)
    const places = site.place ? [...candidate.places, site.place] : candidate.places
    team.set(candidate.id, { ...candidate, load: candidate.load + 1, places })
  }
  return shares
}
