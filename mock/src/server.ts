export type { OpenAssociation, OpenAssociationOptions } from './sockets/associations.js';
export { openAssociation } from './sockets/associations.js';
export {
  type AttachedReflector,
  attachReflector,
  createReflector,
  type Reflector,
  type ReflectorOptions,
  type ReflectorStats,
  type UpgradeServer,
} from './sockets/reflector.js';
