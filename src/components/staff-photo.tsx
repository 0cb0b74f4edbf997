import type { ReactNode } from 'react'
import { useStaffPhoto } from './use-staff-photo.ts'

/** A photo that the office keeps, of this device's files; until it is there, and where it cannot be had, what stands in its place. */
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
