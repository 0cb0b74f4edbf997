import { customerAnswer, type EtatReponse, type ReponseClient } from '../../../schemas/rules/annonces.ts'
import { rdvText } from '../../text/rdv.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'

export const ANSWER_COLORS = { confirme: 'green', autre_moment: 'orange' } as const satisfies Record<
  EtatReponse,
  string
>

/** « Confirmé par le client »; nothing without an answer to the time that it has. */
export function AnswerChip({ rdv }: { rdv: { RDV_DEBUT: string; REPONSE_CLIENT: ReponseClient | null } }) {
  const answer = customerAnswer(rdv)
  return answer ? <StateChip label={rdvText.tell.answers[answer.ETAT]} color={ANSWER_COLORS[answer.ETAT]} /> : null
}
