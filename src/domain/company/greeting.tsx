import { useCompany } from '../../data/session/session.tsx'

interface GreetingProps {
  of: 'ACCUEIL_CONNEXION' | 'ACCUEIL_CLIENT'
  className: string | undefined
}

/** The company's words on its login pages, or on its customers' first page (SET-06). */
export function Greeting({ of, className }: GreetingProps) {
  const words = useCompany()?.[of]
  return words ? <p className={className}>{words}</p> : null
}
