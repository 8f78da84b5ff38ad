import { readWhole } from '../../base/kernel/written-number.ts'
import type { HandoverPlace } from '../../domain/deliveries/handover-proof/handover-report.ts'
import { maxAccuracyMeters } from '../../domain/deliveries/order/position-precision.ts'

/**
 * Where the courier's phone was as they pressed a button, from what it sent with the form; null where it said
 * nothing, or nothing that can be: nobody has to say it.
 */
export function readSentPlace({
  lat: sentLat = '',
  lng: sentLng = '',
  accuracy = '',
}: Record<string, string>): HandoverPlace | null {
  const [lat, lng] = [degrees(sentLat, 90), degrees(sentLng, 180)]
  if (lat === null || lng === null) return null
  return { lat, lng, accuracyMeters: readWhole(accuracy, { max: maxAccuracyMeters }) ?? null }
}

function degrees(sent: string, max: number): number | null {
  if (!/^-?\d{1,3}(\.\d{1,9})?$/.test(sent)) return null
  const read = Number(sent)
  return Math.abs(read) <= max ? read : null
}
