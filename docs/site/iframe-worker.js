// Search runs in a worker, and a page that was opened from disk may not start one: there a hidden frame takes its place.
// It speaks for the worker's script alone: what the page posts is dispatched in the frame, what the frame posts here.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.title = "search";
      const script = String(url).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      this.frame.srcdoc = `<script>self.postMessage = (data) => self.frameElement.answer(data)</script><script src="${script}"></script>`;
      this.frame.answer = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.loaded = new Promise((done) => this.frame.addEventListener("load", done));
      document.body.append(this.frame);
    }

    postMessage(data) {
      this.loaded.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
