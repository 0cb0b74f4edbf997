import { useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '../../data/session/session.tsx'
import { mayOpen } from '../../domain/navigation/manager-routes.ts'
import { lostAccessText } from '../../text/lost-access.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'

/**
 * Draws nothing. Leaves a page whose role is taken away while it is open, and says so: its next call to the server would be refused. Guards see only who enters;
 * an address that was never theirs stays the 404 that they make of it.
 */
export function LostPage() {
  const { roles } = useSession().account
  const { id, isTheirs } = useMatches({
    select: (matches) => {
      const page = matches.at(-1)
      return { id: page?.id ?? '', isTheirs: mayOpen({ roles: page?.staticData.roles ?? '*' }, roles) }
    },
    structuralSharing: true,
  })
  const navigate = useNavigate()
  const open = useRef('')
  useEffect(() => {
    if (isTheirs) {
      open.current = id
      return
    }
    if (open.current !== id) return
    open.current = ''
    void navigate({ href: paths.root.href() })
    notices.error(lostAccessText.message, lostAccessText.title)
  }, [id, isTheirs, navigate])
  return null
}
