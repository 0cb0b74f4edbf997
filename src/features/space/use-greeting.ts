import { Me } from '../../../schemas/space/cards.ts'
import { fullName } from '../../data/session/client-session.ts'
import { useClientSession } from '../../data/session/session.tsx'
import { spaceText as text } from '../../text/space.ts'
import { useSeen } from './use-seen.ts'

/** The customer's own record, and « Bonjour Zoé Martin »: the name as last seen, else that of the login. */
export function useGreeting() {
  const session = useClientSession()
  const me = useSeen('/space/client', Me)
  return { me, greeting: text.greeting(me.data ? fullName(me.data) : (session?.account.name ?? '')) }
}
