import type { ReactNode } from 'react'
import { useStaffPhoto } from './use-staff-photo.ts'

/** A person's photo from the server, read from this device's files; a placeholder until it is loaded, and where it cannot be fetched. */
export function StaffPhoto({
  photo,
  size,
  className,
  children,
}: {
  photo: string
  size: number
  className: string | undefined
  children: ReactNode
}) {
  const url = useStaffPhoto(photo)
  return url === null ? children : <img className={className} style={{ width: size, height: size }} src={url} alt="" />
}
