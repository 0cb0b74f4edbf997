import { intervention as entity } from '../../../schemas/entities/intervention.ts'
import { reservesOf } from '../../../schemas/rules/intervention-site.ts'
import { returnNoteId } from '../../../schemas/rules/return-visits.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { FormValues } from '../../forms/payload.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { formatDate } from '../../ui/format/format.ts'

const NOTE_MAX = 4000
const OBJECT_MAX = 200

/**
 * What the form of a return visit opens with: the project, the quote and the technicians of the first works, and a note that names them and the reserves
 * which are left. Its hours are asked for.
 */
export function returnValues(
  work: LocalRecord<'intervention'>,
  { me, left, at, newId }: { me: string; left: ReadonlySet<string>; at: string; newId: () => string },
): FormValues {
  const people = [...new Set(work.IDINTERVENTION_PLANNING.map(({ IDPERSONNEL }) => IDPERSONNEL))]
  const reserves = reservesOf(work).filter((reserve) => reserve.LEVEE === undefined)
  const words = [
    text.returnOf(entity.label(work), formatDate(work.RDV_DEBUT)),
    ...reserves.map((reserve, n) => `${n + 1}. ${reserve.TEXTE}`),
  ].join('\n')
  return {
    IDPROJET: work.IDPROJET,
    IDDEVIS: work.IDDEVIS,
    IDTYPE_INTERVENTION: work.IDTYPE_INTERVENTION,
    RDV_OBJET: text.returnObject(entity.label(work)).slice(0, OBJECT_MAX),
    // Whoever has left does not come back.
    IDINTERVENTION_PLANNING: people
      .filter((id) => !left.has(id))
      .map((IDPERSONNEL) => ({ id: newId(), IDPERSONNEL, DEBUT: '', FIN: '' })),
    NOTES: [{ id: returnNoteId(work.IDINTERVENTION), TEXTE: words.slice(0, NOTE_MAX), LE: at, IDPERSONNEL: me }],
  }
}
