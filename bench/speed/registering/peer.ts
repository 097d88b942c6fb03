import { registerPeer } from '../../peer.js';
import { runRegistering } from './run.js';

runRegistering(registerPeer);
