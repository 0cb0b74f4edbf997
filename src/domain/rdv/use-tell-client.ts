import type { CanalReponse } from '../../../schemas/rules/demandes.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useCanaux } from '../../data/session/use-canaux.ts'
import { rdvText } from '../../text/rdv.ts'
import { type Ask, notices } from '../../ui/notices/notices.tsx'
import { useMay } from '../personnels/use-staff.ts'
import { useHeldNotice } from '../records/use-held-notice.ts'

const text = rdvText.tell

/**
 * Tells the customer of an appointment: stored here at once, sent by the server once it has it, also after hours without a network (DAY-09). `asks` is the
 * question « Prévenir le client ? » for a notice, with the ways by which the customer is reached and the company sends; undefined where there is none, or for this
 * person.
 */
export function useTellClient(): {
  tell: (id: string, canal: CanalReponse) => Promise<void>
  asks: (id: string, canaux: readonly CanalReponse[]) => Ask | undefined
} {
  const commands = useCommands()
  const sayHeld = useHeldNotice()
  const allowed = useMay()
  const sent = useCanaux()
  const tell = async (id: string, canal: CanalReponse): Promise<void> => {
    try {
      await commands.notify(id, canal)
      sayHeld({ message: text.done[canal], resource: 'rdv', id, action: 'notify' })
    } catch (error) {
      notices.failure(error)
    }
  }
  return {
    tell,
    asks: (id, reached) => {
      const canaux = reached.filter((canal) => sent.includes(canal))
      if (canaux.length === 0 || !allowed('notify', 'rdv')) return undefined
      const answers = canaux.map((canal) => ({ label: text.canaux[canal], onAction: () => void tell(id, canal) }))
      return { question: text.question, answers }
    },
  }
}
