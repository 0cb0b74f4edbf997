import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { fusionText } from '../../text/fusion.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useKeptClient } from './use-kept-client.ts'

interface LedToKeptProps {
  /** A client's record that this device does not have. */
  id: string
  /** Where the same page of the kept record is. */
  hrefOf: (kept: string) => string
  /** What is shown when no other record has its place. */
  children: ReactNode
}

/** In the place of a client's record that went into another one: the same page of the record that stays, which says so. */
export function LedToKept({ id, hrefOf, children }: LedToKeptProps) {
  const kept = useKeptClient(id)
  const name = kept ? clientEntity.label(kept) : null
  useEffect(() => {
    if (name !== null) notices.info(fusionText.led(name))
  }, [name])
  if (kept === undefined) return null
  return kept === null ? children : <Navigate {...hrefProps(hrefOf(kept.IDCLIENT))} replace />
}
