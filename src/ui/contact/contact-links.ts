/** A place to drive to: coordinates when known, else the address text. */
export interface Place {
  label: string
  LATITUDE?: number | null
  LONGITUDE?: number | null
}

const target = ({ label, LATITUDE, LONGITUDE }: Place): string =>
  typeof LATITUDE === 'number' && typeof LONGITUDE === 'number' ? `${LATITUDE},${LONGITUDE}` : label

const digits = (phone: string): string => phone.replace(/[^\d+]/g, '')

/** Addresses that open the phone's own apps; this app itself sends nothing. */
export const contactLinks = {
  call: (phone: string): string => `tel:${digits(phone)}`,
  sms: (phone: string): string => `sms:${digits(phone)}`,
  mail: (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`,
  waze: (place: Place): string => {
    const hasPoint = target(place) !== place.label
    return `https://waze.com/ul?${hasPoint ? 'll' : 'q'}=${encodeURIComponent(target(place))}&navigate=yes`
  },
  plans: (place: Place): string => `https://maps.apple.com/?daddr=${encodeURIComponent(target(place))}`,
  google: (place: Place): string =>
    `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(target(place))}`,
}
