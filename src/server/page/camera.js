// The phone's camera, a frame at a time.

import { say } from "./texts.js";

/** Frames are no wider than this. */
const WIDTH = 1280;

export class Camera {
  /** `video` shows what the camera sees. */
  constructor(video) {
    this.video = video;
    this.canvas = document.createElement("canvas");
  }

  /** Asks for the camera that looks away from the person; an error says in words why there is none. */
  async open() {
    if (!navigator.mediaDevices) throw new Error(say("camera-insecure"));
    const video = { facingMode: { ideal: "environment" }, width: { ideal: WIDTH }, height: { ideal: 720 } };
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
    } catch (error) {
      throw new Error(say(error.name === "NotAllowedError" ? "camera-denied" : "camera-none"));
    }
    this.video.srcObject = this.stream;
    await this.video.play();
    await this.stayAwake();
  }

  /** Keeps the phone from falling asleep before the game is over; the system forgets it while the page is not seen. */
  async stayAwake() {
    if (document.visibilityState === "visible") this.awake = await navigator.wakeLock?.request("screen").catch(() => null);
  }

  /** Whether something else has taken the camera. */
  get ended() {
    return this.stream?.getVideoTracks()[0]?.readyState === "ended";
  }

  /** The picture of this moment as a JPEG; null while there is none. */
  frame() {
    const { videoWidth, videoHeight } = this.video;
    if (!videoWidth) return Promise.resolve(null);
    const scale = Math.min(1, WIDTH / videoWidth);
    Object.assign(this.canvas, { width: Math.round(videoWidth * scale), height: Math.round(videoHeight * scale) });
    this.canvas.getContext("2d").drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
    return new Promise((done) => this.canvas.toBlob(done, "image/jpeg", 0.85));
  }

  close() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.awake?.release();
    this.video.srcObject = null;
  }
}
