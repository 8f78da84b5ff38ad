import { worded } from '../words.js';
import { beyondSeconds, withinSeconds } from './graded-request.js';
/** A text of a check in every language, with the types of the events concerned. */
export const checkWording = (text, types = '') => worded((t) => t(text, { within: withinSeconds, beyond: beyondSeconds, types }));
