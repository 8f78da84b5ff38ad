/** A point as the field of a position shows it, and reads it again. */
export const pointText = ({ lat, lng }: { lat: number; lng: number }): string => `${lat}, ${lng}`
