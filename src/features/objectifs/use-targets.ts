import { useMemo, useRef } from 'react'
import { type Target, targetOf, targetsByMonth } from '../../../schemas/rules/targets.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { notices } from '../../ui/notices/notices.tsx'

export type TargetValues = Partial<Pick<Target, 'MONTANT' | 'VENTES'>>

export const isSet = (target: Pick<Target, 'MONTANT' | 'VENTES'> | undefined): boolean =>
  target !== undefined && (target.MONTANT !== null || target.VENTES !== null)

/** The targets of the company, and the write of one: at once and locally; undefined until they are read. */
export function useTargets():
  | {
      of: (person: string, month: string) => LocalRecord<'objectif'> | undefined
      write: (person: string, month: string, values: TargetValues) => Promise<boolean>
    }
  | undefined {
  const rows = useLiveList('objectif', {})
  const commands = useCommands()
  // Made here, and perhaps not in `rows` yet: the next field of the month must change that record, not make a second one.
  const made = useRef(new Map<string, string>())
  return useMemo(() => {
    if (!rows) return undefined
    const found = targetsByMonth(rows)
    const of = (person: string, month: string) => targetOf(found, person, month)
    return {
      of,
      write: async (person, month, values) => {
        const key = `${person} ${month}`
        const known = of(person, month)?.id ?? made.current.get(key)
        try {
          if (known !== undefined) await commands.update('objectif', known, values)
          else {
            const id = uuidv7()
            made.current.set(key, id)
            await commands.create('objectif', { IDPERSONNEL: person, MOIS: month, ...values }, { id })
          }
          return true
        } catch (error) {
          made.current.delete(key)
          notices.failure(error)
          return false
        }
      },
    }
  }, [rows, commands])
}
