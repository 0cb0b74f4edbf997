import { useEffect, useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import { absentStays, type Stay } from '../../../schemas/rules/team-location.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { CACHE_BYTES } from '../../../sync/store/quota.ts'
import { type FileView, useHeldBytes } from '../../data/records/use-files.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useProjectFiles } from '../../data/records/use-project-files.ts'
import { type Records, useRecords } from '../../data/records/use-records.ts'
import { useSession } from '../../data/session/session.tsx'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { useCompleteness } from '../../data/sync-status/use-pull-states.ts'
import { canKeepPacks } from '../../domain/map/packs/pack-files.ts'
import { packRows, refreshKept, refreshOffered, usePacks } from '../../domain/map/packs/packs.ts'
import { useIdle } from '../../ui/hooks/use-idle.ts'
import { neededMaps } from './needed-maps.ts'
import { keptFiles, type Missing, missingFor, type NeededItem } from './ready.ts'
import { adresseIdOf, type MyDay, type MyItem, useDay } from './use-day.ts'

/** Today, and so many days after it. */
export const READY_DAYS = 7

export interface Ready {
  /** Empty when the device is ready; undefined while that is being read. */
  missing: Missing[] | undefined
  items: readonly MyItem[]
  /** When I am not to be had on these days, first one first. */
  absences: readonly Stay[]
  /** The last of the days. */
  until: string
  /** The files that the device has room for, here or not. */
  files: readonly FileView[]
  held: ReadonlySet<string>
}

const quoteIdOf = (item: MyItem): string | null => (item.kind === 'intervention' ? item.record.IDDEVIS : null)

/** The references of each appointment and intervention, and whether this device has them. */
function neededItems(day: MyDay, quotes: Records<'devis'> | undefined): NeededItem[] {
  const { projets, clients, adresses } = day
  // Works that I am planned on several times need their references once, for the first of them.
  const once = day.items.filter((item, at, all) => all.findIndex(({ id }) => id === item.id) === at)
  return once.map((item) => {
    const projet = projets?.get(item.record.IDPROJET ?? '')
    const client = clients?.get(projet?.IDCLIENT ?? '')
    const idAdresse = adresseIdOf(item, day)
    const idDevis = quoteIdOf(item)
    return {
      item: item.kind,
      start: item.start,
      projet: { id: item.record.IDPROJET, has: projet !== undefined },
      client: { id: projet?.IDCLIENT ?? null, has: client !== undefined },
      adresse: { id: idAdresse, has: idAdresse !== null && adresses?.has(idAdresse) === true },
      devis: { id: idDevis, has: idDevis !== null && quotes?.has(idDevis) === true },
    }
  })
}

/** The server's state of every record of these days. */
const marksOf = ({ items, projets, clients, adresses }: MyDay, absences: readonly LocalRecord<'absence'>[]) =>
  [items.map((item) => item.record), projets?.values(), clients?.values(), adresses?.values(), absences].flatMap(
    (records) => [...(records ?? [])].map((record) => record.sync),
  )

/** My absences and meetings of these days, recurring ones too. */
function useMyAbsences(from: string, until: string) {
  const me = useSession().account.id
  const all = useLiveList('absence', {})
  return useMemo(() => {
    const mine = all?.filter(({ IDPERSONNELS }) => IDPERSONNELS.includes(me))
    const stays = absentStays(mine ?? [], { from, until }).filter(({ IDPERSONNEL }) => IDPERSONNEL === me)
    const ids = new Set(stays.map(({ id }) => id))
    return (
      mine && {
        stays: stays.sort((a, b) => (a.debut < b.debut ? -1 : 1)),
        records: mine.filter(({ id }) => ids.has(id)),
      }
    )
  }, [all, me, from, until])
}

/** The maps of the places of these days, as rows of « Cartes hors ligne ». */
function useNeededMaps(day: MyDay | undefined, idle: boolean) {
  const packs = usePacks()
  const { online } = useSync().status
  const postcodes = [...(day?.adresses?.values() ?? [])].map((adresse) => adresse.CODE_POSTAL)
  const wanted = idle && postcodes.length > 0 && canKeepPacks()
  useEffect(() => {
    if (!wanted) return
    void refreshKept()
    if (online) void refreshOffered()
  }, [wanted, online])
  return wanted ? neededMaps(packRows(packs), postcodes) : []
}

/**
 * Whether this device is ready for my next seven days without a network, and what is missing (READY-1, READY-2). Files and maps are checked once
 * the first screen has been shown.
 */
export function useReady(today: string): Ready {
  const until = addDays(today, READY_DAYS)
  const idle = useIdle()
  const day = useDay(today, until)
  const absences = useMyAbsences(today, until)
  const states = useCompleteness()
  const quotes = useRecords('devis', day?.items.map(quoteIdOf))
  const all = useProjectFiles(idle && day?.projets ? [...day.projets.keys()] : undefined)
  const files = keptFiles(all ?? [], CACHE_BYTES)
  const held = useHeldBytes((all ?? []).map((file) => file.sha256))
  const maps = useNeededMaps(day, idle).map(({ pack }) => ({ name: pack.name, size: pack.size }))
  const known = states && day?.projets && day.clients && day.adresses && quotes && all && held && absences
  const missing = known
    ? missingFor({
        states,
        marks: marksOf(day, absences.records),
        items: neededItems(day, quotes),
        files: all,
        held,
        room: CACHE_BYTES,
        maps,
        now: Date.now(),
      })
    : undefined
  return { missing, items: day?.items ?? [], absences: absences?.stays ?? [], until, files, held: held ?? new Set() }
}
