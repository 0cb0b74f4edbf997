import type { reference } from '../../../schemas/entities/reference.ts'
import type { Row } from '../../../schemas/entity.ts'
import { listsText as text } from '../../text/lists.ts'
import { formatPhone } from '../../ui/format/format.ts'

export type Entry = Row<typeof reference.fields>

const percents = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 })

/** The second line of an entry in its list: what it has besides its label. */
export function entryDetail(entry: Entry): string {
  const { ADRESSE, CODE_POSTAL, VILLE, TELEPHONE, CODE, DUREE, TAUX, TYPE } = entry
  const facts = {
    AGENCES: [
      [ADRESSE, CODE_POSTAL, VILLE].filter(Boolean).join(' '),
      TELEPHONE === null ? '' : formatPhone(TELEPHONE),
    ],
    NATURE_RDV: [text.codes[CODE ?? ''] ?? '', DUREE === null ? '' : text.minutes(DUREE)],
    TVA: [TAUX === null ? '' : `${percents.format(TAUX / 100)} %`],
    CIVILITE: [text.kinds[TYPE ?? ''] ?? ''],
  } as Partial<Record<Entry['LISTE'], string[]>>
  return (facts[entry.LISTE] ?? []).filter((fact) => fact !== '').join(' · ')
}
