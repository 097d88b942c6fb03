/**
 * The published clients choose any port from 49152, also those that Linux gives to outgoing connections, where the wallet could
 * not listen. So the page's random numbers leave them the ports from 61000, as ours does.
 */
const { random } = Math;
const SHARE = (61_000 - 49_152) / 16_384;
Math.random = () => SHARE + (1 - SHARE) * random();

export {};
