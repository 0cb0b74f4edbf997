import { Link } from '@tanstack/react-router'
import { useCompany } from '../../data/session/session.tsx'
import { appText } from '../../text/app.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'

/** Leads a customer or somebody who logs in to the company's own page about personal data, else to the app's (SET-06). */
export function PrivacyLink({ className }: { className?: string | undefined }) {
  const given = useCompany()?.LIEN_CONFIDENTIALITE || paths.privacy.href()
  // The server takes http(s) addresses and paths only; a device may hold what another version stored.
  if (/^https?:\/\//.test(given)) {
    return (
      <a href={given} target="_blank" rel="noreferrer" className={className}>
        {appText.privacy}
      </a>
    )
  }
  return (
    <Link {...hrefProps(given.startsWith('/') ? given : paths.privacy.href())} className={className ?? ''}>
      {appText.privacy}
    </Link>
  )
}
