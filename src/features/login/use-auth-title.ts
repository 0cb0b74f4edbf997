import { useEffect } from 'react'
import { useCompany } from '../../data/session/session.tsx'
import { appText } from '../../text/app.ts'

/** Sets the browser tab's title on a page before login. */
export function useAuthTitle(title: string): void {
  const company = useCompany()
  useEffect(() => {
    document.title = `${title} · ${company?.NOM ?? appText.name}`
  }, [title, company])
}
